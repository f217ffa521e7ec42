// Taps that wait for the server: each is sent again, in order, until the server has said yes or no.
// In memory only: what is secret must not be left in the browser for the next one who uses it.

const NOT_NOW = [408, 429]; // the same tap is sent again after a while
const HEADERS = { "HX-Request": "true", "Content-Type": "application/x-www-form-urlencoded" };

// A 503 says after what time to come again; of a damaged game it says nothing, and the tap would wait for ever.
export function isNotNow(status, retryAfter) {
  return NOT_NOW.includes(status) || (status === 503 && retryAfter !== null);
}

export class Outbox {
  #taps = [];
  #isSending = false;

  // `send` is fetch, `later` setTimeout; `changed` hears whether taps wait, `refused` the server's message or "".
  constructor({ send, later, changed, refused }) {
    Object.assign(this, { post: send, later, changed, refused });
  }

  get isEmpty() {
    return this.#taps.length === 0;
  }

  // The key of a tap makes it one line, however often it arrives.
  add(tap) {
    this.#keep([...this.#taps.filter(({ key }) => key !== tap.key), tap]);
  }

  sendLater(seconds) {
    this.later(() => this.send(), (Number(seconds) || 1) * 1000 + Math.random() * 500);
  }

  async send() {
    if (this.#isSending) {
      return;
    }
    this.#isSending = true;
    try {
      while (!this.isEmpty && (await this.#sendFirst())) {
        // the next one
      }
    } finally {
      this.#isSending = false;
    }
  }

  // Whether the server has decided on the first tap, so that the next may go.
  async #sendFirst() {
    const [tap] = this.#taps;
    const answer = await this.#answerTo(tap);
    if (answer && isNotNow(answer.status, answer.retryAfter)) {
      this.sendLater(answer.retryAfter);
      return false;
    }
    if (!answer || (answer.status >= 500 && answer.status !== 503)) {
      return false;
    }
    this.#keep(this.#taps.filter(({ key }) => key !== tap.key));
    this.refused(answer.message);
    return true;
  }

  // null while the server is away: the tap is sent again when the stream opens.
  async #answerTo(tap) {
    try {
      const answer = await this.post(tap.path, { method: "POST", body: tap.body, headers: HEADERS });
      const message = answer.ok ? "" : await answer.text();
      return { status: answer.status, retryAfter: answer.headers.get("Retry-After"), message };
    } catch {
      return null;
    }
  }

  #keep(taps) {
    this.#taps = taps;
    this.changed(taps.length > 0);
  }
}
