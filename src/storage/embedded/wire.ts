// The few facts of PostgreSQL's wire protocol (version 3.0, chapter "Frontend/Backend Protocol") that the
// door needs: where messages end, when a reply is complete, whether a transaction is still open.

const STARTUP = 196608;
const SSL_REQUEST = 80877103;
const GSS_REQUEST = 80877104;

export type Batch = { kind: 'batch'; bytes: Buffer } | { kind: 'startup' | 'refuse_tls' | 'terminate' };

/** Cuts a client's byte stream into batches that end in Sync or Query, the points where a reply is due. */
export class Framer {
  #rest: Buffer = Buffer.alloc(0);
  #scanned = 0;
  #started = false;

  /** Adds bytes and returns what became complete. */
  push(chunk: Buffer): Batch[] {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const batches: Batch[] = [];
    for (let next = this.#next(); next; next = this.#next()) batches.push(next);
    return batches;
  }

  #next(): Batch | undefined {
    return this.#started ? this.#message() : this.#opening();
  }

  #opening(): Batch | undefined {
    if (this.#rest.length < 8 || this.#rest.length < this.#rest.readInt32BE(0)) return undefined;
    const code = this.#take(this.#rest.readInt32BE(0)).readInt32BE(4);
    if (code === SSL_REQUEST || code === GSS_REQUEST) return { kind: 'refuse_tls' };
    if (code !== STARTUP) return { kind: 'terminate' };
    this.#started = true;
    return { kind: 'startup' };
  }

  #message(): Batch | undefined {
    while (this.#rest.length >= this.#scanned + 5) {
      const end = this.#scanned + 1 + this.#rest.readInt32BE(this.#scanned + 1);
      if (this.#rest.length < end) return undefined;
      const type = String.fromCharCode(this.#rest[this.#scanned] ?? 0);
      this.#scanned = end;
      if (type === 'X') return { kind: 'terminate' };
      if (type === 'S' || type === 'Q') return { kind: 'batch', bytes: this.#take(end) };
    }
    return undefined;
  }

  #take(length: number): Buffer {
    const taken = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    this.#scanned = 0;
    return taken;
  }
}

/** The first message of a session, for a user and database named `postgres`. */
export function startupMessage(): Buffer {
  const text = Buffer.from('user\0postgres\0database\0postgres\0\0');
  const head = Buffer.alloc(8);
  head.writeInt32BE(8 + text.length, 0);
  head.writeInt32BE(STARTUP, 4);
  return Buffer.concat([head, text]);
}

/** A simple query as one message. */
export function queryMessage(sql: string): Buffer {
  const text = Buffer.from(`${sql}\0`);
  const head = Buffer.alloc(5);
  head.write('Q', 0);
  head.writeInt32BE(4 + text.length, 1);
  return Buffer.concat([head, text]);
}

/** True when a reply ends in ReadyForQuery inside a transaction block (open or failed). */
export function inTransaction(reply: Uint8Array): boolean {
  const status = reply[reply.length - 1];
  const isReady = reply[reply.length - 6] === 0x5a;
  return isReady && status !== 0x49;
}
