// What is to be sent in any case: a few at once, and all that is left when the browser closes the page.

type Letter = { send: () => Promise<unknown>; settle: (error?: unknown) => void };

const AT_ONCE = 4;

export class Outbox {
  readonly #waiting: Letter[] = [];
  #underWay = 0;

  constructor(page: EventTarget) {
    page.addEventListener('pagehide', () => this.#open(Number.POSITIVE_INFINITY));
  }

  /** Resolves when it was sent and answered. */
  post(send: () => Promise<unknown>): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ send, settle: (error) => (error === undefined ? resolve() : reject(error)) });
      this.#open(AT_ONCE);
    });
  }

  #open(atOnce: number): void {
    while (this.#underWay < atOnce) {
      const letter = this.#waiting.shift();
      if (!letter) return;
      this.#underWay += 1;
      void this.#send(letter);
    }
  }

  async #send({ send, settle }: Letter): Promise<void> {
    try {
      await send();
      settle();
    } catch (error) {
      settle(error ?? new Error('failed'));
    } finally {
      this.#underWay -= 1;
      this.#open(AT_ONCE);
    }
  }
}
