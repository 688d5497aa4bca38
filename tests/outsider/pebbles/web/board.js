/** The board of Pebbles, written from docs/boards.md alone: a heap of buttons. */
class PebblesBoard extends HTMLElement {
  static offers = true;

  constructor() {
    super();
    this.diary = []; // what was set, in order, and the heap that was in sight then
    this.attachShadow({ mode: "open" });
    this.shadowRoot.innerHTML = `<style>
      button { font: 500 16px var(--sans); color: var(--ink); background: var(--panel); border: 2px solid var(--line); border-radius: 50%; min-width: 56px; min-height: 56px; }
      button[aria-disabled="true"] { color: var(--soft); border-style: dotted; }
      .hinted { border-color: var(--gold); }
    </style><p></p><div role="group" aria-label="Heap"></div>`;
  }

  set game(game) { this.known = game; this.note("game"); }
  set company(company) { this.people = company; this.note("company"); this.draw(); }
  set captions(captions) { this.note("captions"); }
  set hints(hints) { this.advice = hints; this.draw(); }
  set quiet(quiet) { this.still = quiet; }
  set view(view) { this.note("view"); this.now = view; this.draw(); }
  set question(question) { this.note("question"); this.asked = question; this.draw(); }

  /** The taken pebbles fade; `settled` says when they are gone. */
  set events(lines) {
    this.note("events");
    const taken = lines.filter((line) => line.kind === "taken");
    if (taken.length === 0 || this.still) return;
    const heap = this.shadowRoot.querySelector("div");
    this.settled = heap.animate([{ opacity: 1 }, { opacity: 0.3 }, { opacity: 1 }], { duration: 150 }).finished.then(() => this.note("settled"));
  }

  note(what) {
    this.diary.push(`${what} ${this.now?.heap ?? "-"}`);
  }

  draw() {
    if (!this.now || !this.people) return;
    const names = this.people.names.map((name, seat) => (seat === this.people.viewer ? `${name} (you)` : name));
    this.shadowRoot.querySelector("p").textContent = `${names.join(" and ")}: ${this.now.heap} on the heap.`;
    this.shadowRoot.querySelector("div").replaceChildren(...(this.asked?.choices ?? []).map((choice) => {
      const button = document.createElement("button");
      button.textContent = choice.label;
      if (this.advice?.[0]?.action === choice.action) button.className = "hinted";
      if (choice.reason) {
        button.setAttribute("aria-disabled", "true");
        button.title = choice.reason.sentence;
      } else {
        button.onclick = () => this.dispatchEvent(new CustomEvent("answer", { bubbles: true, composed: true, detail: { action: choice.action } }));
      }
      return button;
    }));
  }
}

customElements.define("board-pebbles", PebblesBoard);
