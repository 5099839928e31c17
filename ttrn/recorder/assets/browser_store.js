// The reader's own games, kept in the browser and nowhere else: what is typed, brought and shown, in IndexedDB.
//
// A module of the recorder; the dashboard puts it before the scripts of its components
// (dashboard/shared/browser_store/__init__.py). It has one name, browserStore, with functions that return promises:
//
//   list()              all games, those changed last first; deleted ones are among them (deleted is not 0)
//   get(id)             one game, or undefined
//   put(game, seen)     writes it and returns it as it was written. Where somebody else has changed its text since
//                       `seen` (the `changed` that the writer knows), it becomes a game of its own: nothing is lost
//   update(id, fields, changed)   changes other fields than the text, of a game whose text is still that of `changed`
//                       (any, if that is left out); returns the game, or undefined where it is another one by now
//   bring(games)        adds games that are not there yet, by their key; returns how many are new
//   remove(ids), restore(ids)   a deleted game can come back for a month, if its room is not wanted
//   note(key, text)     keeps what a replay shows, so that its address opens it again; the last ones only
//   find(start)         the text of the game whose key starts like this, or null
//   box(name), fillBox(name, text)   what stands in a box to type in that is no game yet; empty: forget it
//   observe(listener)   calls it after each change, in whatever tab; returns how to stop
//   words(error)        what went wrong, for the reader
//   create(fields)      a game that is not written yet
//
// A game: {form, id, kind, name, title, text, key, state, problems, created, changed, deleted}. kind: "draft" was
// typed here, "game" was brought. name: what the reader calls it, may be empty; title: what its text says. key: the hash
// of its canonical text, empty where it is not known. state: "draft", "sound" or "problems" as the server found the
// text, empty where nobody has looked. Times are milliseconds since 1970.
const browserStore = (() => {
  const NAME = "ttrn";
  // Higher with each change of the stores below; onupgradeneeded goes from any older one to this. FORM likewise is of
  // a game's fields: one of a later form is not written by this script, which would drop what it does not know.
  const VERSION = 1;
  const FORM = 1;
  const SHOWN = 50;
  const MONTH = 30 * 24 * 3600 * 1000;
  const listeners = new Set();
  const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("ttrn games");
  let opened = null;

  const ask = (request) =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });

  function open() {
    opened ??= new Promise((resolve, reject) => {
      const request = indexedDB.open(NAME, VERSION);
      request.onupgradeneeded = (event) => {
        if (event.oldVersion < 1) {
          request.result.createObjectStore("games", { keyPath: "id" }).createIndex("key", "key");
          request.result.createObjectStore("shown", { keyPath: "key" });
          request.result.createObjectStore("boxes", { keyPath: "name" });
        }
      };
      request.onsuccess = () => {
        const db = request.result;
        const leave = () => {
          opened = null;
        };
        db.onclose = leave;
        // A page with a newer script wants to change the stores: it must not wait for this one.
        db.onversionchange = () => {
          db.close();
          leave();
        };
        resolve(db);
      };
      request.onerror = () => reject(request.error);
    }).catch((error) => {
      opened = null;
      throw error;
    });
    return opened;
  }

  // Strict: it is on the disk when the promise is kept, even if the browser is killed then.
  async function once(mode, names, work) {
    const db = await open();
    const transaction = db.transaction(names, mode, { durability: "strict" });
    const done = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error ?? new DOMException("it was given up", "AbortError"));
    });
    done.catch(() => {});
    let result;
    try {
      result = await work(...names.map((name) => transaction.objectStore(name)));
    } catch (error) {
      try {
        transaction.abort();
      } catch {
        // It has ended already, for the same reason.
      }
      throw error;
    }
    await done;
    return result;
  }

  const read = (names, work) => once("readonly", names, work);

  async function write(names, work) {
    let result;
    try {
      result = await once("readwrite", names, work);
    } catch (error) {
      if (error?.name !== "QuotaExceededError" || !(await makeRoom())) {
        throw error;
      }
      result = await once("readwrite", names, work);
    }
    channel?.postMessage("changed");
    tell();
    return result;
  }

  // Let go of what nobody would miss; return whether there was any.
  async function makeRoom() {
    return once("readwrite", ["games", "shown"], async (games, shown) => {
      const gone = (await ask(games.getAll())).filter((game) => game.deleted);
      gone.forEach((game) => games.delete(game.id));
      const count = await ask(shown.count());
      shown.clear();
      return gone.length + count > 0;
    });
  }

  function tell() {
    listeners.forEach((listener) => listener());
  }
  channel?.addEventListener("message", tell);

  // crypto.randomUUID is there on secure pages only, which those of a server in the same network are not.
  const newId = () =>
    Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");

  function create(fields) {
    const now = Date.now();
    const empty = { name: "", title: "", text: "", key: "", state: "", problems: 0, deleted: 0 };
    return { form: FORM, id: newId(), kind: "draft", ...empty, created: now, changed: now, ...fields };
  }

  function list() {
    return read(["games"], async (games) =>
      (await ask(games.getAll())).sort((one, other) => other.changed - one.changed || (one.id < other.id ? -1 : 1)),
    );
  }

  const get = (id) => read(["games"], (games) => ask(games.get(id)));

  function put(game, seen) {
    return write(["games"], async (games) => {
      const there = await ask(games.get(game.id));
      const passed = seen !== undefined && there?.changed !== seen && there?.text !== game.text;
      const other = there && (passed || there.form > FORM);
      const written = other ? { ...game, form: FORM, id: newId(), created: Date.now() } : game;
      games.put(written);
      return written;
    });
  }

  function update(id, fields, changed) {
    return write(["games"], async (games) => {
      const there = await ask(games.get(id));
      if (!there || there.form > FORM || (changed !== undefined && there.changed !== changed)) {
        return undefined;
      }
      const written = { ...there, ...fields };
      games.put(written);
      return written;
    });
  }

  function bring(brought) {
    return write(["games"], async (games) => {
      let added = 0;
      const now = Date.now();
      for (const [place, fields] of brought.entries()) {
        const same = await ask(games.index("key").getAll(fields.key));
        const there = same.find((game) => !game.deleted) ?? same[0];
        if (!there) {
          games.put(create({ ...fields, created: now - place, changed: now - place })); // listed in their order
          added += 1;
        } else if (there.deleted) {
          games.put({ ...there, deleted: 0 });
          added += 1;
        }
      }
      return added;
    });
  }

  async function mark(ids, deleted) {
    await write(["games"], async (games) => {
      for (const game of await ask(games.getAll())) {
        if (ids.includes(game.id)) {
          games.put({ ...game, deleted });
        } else if (game.deleted && game.deleted < Date.now() - MONTH) {
          games.delete(game.id);
        }
      }
    });
  }

  function note(key, text) {
    return write(["shown"], async (shown) => {
      const old = (await ask(shown.getAll())).sort((one, other) => other.time - one.time).slice(SHOWN - 1);
      old.forEach((game) => shown.delete(game.key));
      shown.put({ key, text, time: Date.now() });
    });
  }

  function find(start) {
    const range = IDBKeyRange.bound(start, `${start}\uffff`);
    return read(["shown", "games"], async (shown, games) => {
      const noted = await ask(shown.get(range));
      const kept = noted ?? (await ask(games.index("key").getAll(range))).find((game) => !game.deleted);
      return kept ? kept.text : null;
    });
  }

  const box = async (name) => (await read(["boxes"], (boxes) => ask(boxes.get(name))))?.text ?? "";

  const fillBox = (name, text) =>
    write(["boxes"], (boxes) => ask(text ? boxes.put({ name, text, changed: Date.now() }) : boxes.delete(name)));

  function observe(listener) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  function words(error) {
    if (error?.name === "QuotaExceededError") {
      return "Not kept: the room that this browser gives to these pages is full. Download what you need, then delete some of My games.";
    }
    if (error?.name === "VersionError") {
      return "Not kept: a newer version of these pages has kept games in this browser. Reload the page.";
    }
    return "Not kept: this browser keeps nothing for these pages (a private window, or it is not allowed to). Download what you need.";
  }

  return {
    ...{ list, get, put, update, bring, note, find, box, fillBox, observe, words, create },
    remove: (ids) => mark(ids, Date.now()),
    restore: (ids) => mark(ids, 0),
  };
})();

export { browserStore };
