// Where the engine's files are: at an address, or at hand already.

/** Return a function from the name of a file to its Response. */
export function opener(address, files) {
  return async (name) => {
    if (files) return new Response(files[name]);
    const response = await fetch(new URL(name, address));
    if (!response.ok) throw new Error(`${name}: ${response.status}`);
    return response;
  };
}

/** Return a function from the name of a file to the module that it is. */
export function importer(address, files) {
  return async (name) => import(files ? await dataAddress(files[name]) : new URL(name, address).href);
}

// In a worker of a page from a disk no other address can be imported.
function dataAddress(content) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(new Blob([content], { type: "text/javascript" }));
  });
}
