"use strict";
// Steps through the pictures of a page: buttons, arrow keys, Home, End; figures choose a line of play.
(function () {
  const data = JSON.parse(document.getElementById("data").textContent);
  const film = document.getElementById("film");
  if (!film) return;
  const caption = document.getElementById("caption");
  const slider = document.getElementById("slider");
  const now = document.getElementById("story-now");
  const tabs = Array.from(document.querySelectorAll("button[data-line]"));
  const buttons = Object.fromEntries(Array.from(document.querySelectorAll("button[data-step]"), b => [b.dataset.step, b]));
  const rows = Array.from(document.querySelectorAll("tr[data-at]"));
  let line = 0, at = data.first || 0;

  function picture(frame) {
    return data.film.frames[frame]
      .map(part => data.film.lines[part].map(element => data.film.elements[element]).join(""))
      .join("\n");
  }

  function show() {
    const steps = data.lines[line].steps;
    at = Math.min(Math.max(at, 0), steps.length - 1);
    const step = steps[at];
    film.innerHTML = picture(step.frame);
    caption.textContent = "";
    const strong = document.createElement("strong");
    strong.textContent = step.title;
    caption.append(strong, document.createTextNode(step.text));
    tabs.forEach((tab, k) => tab.setAttribute("aria-pressed", String(k === line)));
    buttons.first.disabled = buttons.back.disabled = at === 0;
    buttons.next.disabled = buttons.last.disabled = at === steps.length - 1;
    if (slider) { slider.max = String(steps.length - 1); slider.value = String(at); slider.setAttribute("aria-valuetext", step.title); }
    if (now) {
      const chart = now.ownerSVGElement.dataset;
      const x = Number(chart.left) + Number(chart.room) * at / Math.max(steps.length - 1, 1);
      now.setAttribute("d", now.getAttribute("d").replace(/^M[\d.]+/, "M" + x.toFixed(1)));
    }
    rows.forEach(row => row.classList.toggle("chosen", Number(row.dataset.at) === at));
  }

  function go(step) {
    const last = data.lines[line].steps.length - 1;
    at = { first: 0, back: at - 1, next: at + 1, last: last }[step];
    show();
  }

  tabs.forEach((tab, k) => tab.addEventListener("click", () => { line = k; at = data.first || 0; show(); }));
  Object.keys(buttons).forEach(step => buttons[step].addEventListener("click", () => go(step)));
  rows.forEach(row => row.addEventListener("click", () => { at = Number(row.dataset.at); show(); }));
  document.querySelectorAll("button[data-go]").forEach(button => button.addEventListener("click", event => {
    event.stopPropagation();
    at = Number(button.dataset.go);
    show();
    document.getElementById("viewer").scrollIntoView({ block: "start" });
  }));
  if (slider) slider.addEventListener("input", () => { at = Number(slider.value); show(); });
  const keys = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" };
  document.addEventListener("keydown", event => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target === slider) return;
    if (keys[event.key]) { event.preventDefault(); go(keys[event.key]); }
    const chosen = Number(event.key) - 1;
    if (Number.isInteger(chosen) && chosen >= 0 && chosen < tabs.length) { line = chosen; at = data.first || 0; show(); }
  });
  show();
})();
