// What the server hands to the browser to be kept, and asks it for. It shows nothing unless something cannot be kept.
const bridges = new WeakMap();

function start(parent) {
  const bridge = { box: "", watched: null, timer: 0, said: parent.querySelector("p") };
  bridge.say = (error) => {
    bridge.said.textContent = error ? browserStore.words(error) : "";
    bridge.said.hidden = !error;
  };
  bridge.attempt = async (work, otherwise) => {
    try {
      const result = await work();
      bridge.say(null);
      return result;
    } catch (error) {
      bridge.say(error);
      return otherwise;
    }
  };
  // A text area is Streamlit's own, and tells the server only when it is left: what is typed until then is kept here.
  bridge.input = () => {
    const { name, area } = bridge.watched;
    bridge.attempt(() => browserStore.fillBox(name, area.value));
  };
  bridge.watch = (name) => {
    const area = name ? document.querySelector(`textarea[aria-label="${CSS.escape(name)}"]`) : null;
    if (area !== (bridge.watched?.area ?? null)) {
      bridge.watched?.area.removeEventListener("input", bridge.input);
      bridge.watched = area && { name, area };
      area?.addEventListener("input", bridge.input);
      if (area?.value) {
        bridge.input(); // somebody was quicker
      }
    }
    if (name && !area) {
      clearTimeout(bridge.timer);
      bridge.timer = setTimeout(() => bridge.watch(bridge.box), 100); // the page is not there yet
    }
  };
  return bridge;
}

async function take(bridge, data, setStateValue) {
  await bridge.attempt(async () => {
    for (const { key, text } of data.notes) {
      await browserStore.note(key, text);
    }
    if (data.games.length) {
      await browserStore.bring(data.games);
    }
    if (data.forget) {
      await browserStore.fillBox(data.forget, "");
    }
  });
  setStateValue("done", data.batch);
}

export default function ({ data, parentElement, setStateValue }) {
  let bridge = bridges.get(parentElement);
  if (!bridge) {
    bridge = start(parentElement);
    bridges.set(parentElement, bridge);
  }
  if (data.batch && data.batch !== bridge.batch) {
    bridge.batch = data.batch;
    take(bridge, data, setStateValue);
  }
  if (data.want && data.want !== bridge.want) {
    bridge.attempt(() => browserStore.find(data.want), null).then((text) => {
      setStateValue("found", { want: data.want, text });
    });
  }
  bridge.want = data.want;
  if (data.visit && data.visit !== bridge.visit) {
    bridge.visit = data.visit;
    bridge.attempt(() => browserStore.box(data.box), "").then((text) => {
      if (text) {
        setStateValue("box", { visit: data.visit, text });
      }
    });
  }
  bridge.box = data.box;
  bridge.watch(data.box);
}
