// What is typed into where there is no CodeMirror: a box. What is wrong stands beside it, and nothing is offered.
function plainSheet(parent, heard) {
  const area = document.createElement("textarea");
  Object.entries(WRITING).forEach(([name, value]) => area.setAttribute(name, value));
  area.wrap = "off";
  parent.append(area);
  let another = false;
  area.addEventListener("beforeinput", () => {
    another = area.value.trim() !== "" && area.selectionStart === 0 && area.selectionEnd === area.value.length;
  });
  area.addEventListener("input", (event) => {
    heard.typed(/^insertFrom(Paste|Drop)/.test(event.inputType ?? ""), another);
  });
  area.addEventListener("blur", heard.left);
  return {
    node: area,
    text: () => area.value,
    fill: (text) => {
      area.value = text;
    },
    limit: (most, locked) => {
      area.maxLength = most;
      area.readOnly = locked;
    },
    before: () => area.value.slice(0, area.selectionStart),
    mark: () => {},
    offer: () => {},
  };
}
