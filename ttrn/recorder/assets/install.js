// Lets the browser keep the recorder. Only on localhost and HTTPS: elsewhere browsers do not offer it.
if (globalThis.isSecureContext && "serviceWorker" in navigator) {
  navigator.serviceWorker.register(new URL("service_worker.js", import.meta.url)).catch(() => {});
}
