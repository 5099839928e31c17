// Unpacks a recorder that is one HTML file: every file is in the page, packed, and nothing is asked of a network.
{
  const texts = {};
  const addresses = {};

  const contents = async (node) => {
    const bytes = Uint8Array.from(atob(node.textContent), (letter) => letter.charCodeAt(0));
    node.remove();
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  };

  // A module in a data: address cannot name its neighbours, so each gets the addresses of those that it imports. In a
  // page from a disk a worker can be started from such an address and from no other.
  const addressOf = (name) => {
    addresses[name] ??= dataAddress(
      texts[name].replace(/(from |import\()"\.\/([\w.]+)"/g, (all, before, other) =>
        other in texts ? `${before}"${addressOf(other)}"` : all,
      ),
    );
    return addresses[name];
  };

  const dataAddress = (text) => {
    const letters = Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join("");
    return `data:text/javascript;base64,${btoa(letters)}`;
  };

  const unpacked = async (nodes) => {
    const found = await Promise.all(nodes.map(async (node) => [node.dataset.file, await contents(node)]));
    return Object.fromEntries(found);
  };

  const start = async () => {
    const all = [...document.querySelectorAll("script[data-file]")];
    const isPage = (node) => /\.js(on)?$/.test(node.dataset.file);
    const page = await unpacked(all.filter(isPage));
    const decoder = new TextDecoder();
    for (const name of Object.keys(page)) texts[name] = decoder.decode(page[name]);
    globalThis.ttrnInside = {
      // The engine's own files are large: the page is shown before they are unpacked.
      files: () => unpacked(all.filter((node) => !isPage(node))),
      worker: addressOf("worker.js"),
      text: async (name) => texts[name],
    };
    for (const name of document.body.dataset.modules.split(" ")) await import(addressOf(name));
  };

  start();
}
