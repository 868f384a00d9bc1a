// The few facts of PostgreSQL's wire protocol (version 3.0, chapter "Frontend/Backend Protocol") that the
// door needs: where messages end, when a reply is complete, whether a transaction is still open.

const STARTUP = 196608;
const SSL_REQUEST = 80877103;
const GSS_REQUEST = 80877104;

export type Batch = { kind: 'batch'; bytes: Buffer } | { kind: 'startup' | 'refuse_tls' | 'terminate' };

// PostgreSQL's own limit for one message.
const LONGEST = 0x3fffffff;

/** Cuts a client's byte stream into batches that end in Sync or Query, the points where a reply is due. */
export class Framer {
  #chunks: Buffer[] = [];
  #size = 0;
  #needed = 0;
  #rest: Buffer = Buffer.alloc(0);
  #scanned = 0;
  #started = false;
  #broken = false;

  /** Adds bytes and returns what became complete. After a `terminate` nothing more comes. */
  push(chunk: Buffer): Batch[] {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    if (this.#broken || this.#size < this.#needed) return [];
    this.#rest = Buffer.concat(this.#chunks);
    const batches: Batch[] = [];
    for (let next = this.#next(); next; next = this.#next()) {
      batches.push(next);
      if (next.kind !== 'terminate') continue;
      this.#broken = true;
      this.#rest = Buffer.alloc(0);
      break;
    }
    this.#chunks = [this.#rest];
    this.#size = this.#rest.length;
    return batches;
  }

  #next(): Batch | undefined {
    return this.#started ? this.#message() : this.#opening();
  }

  #opening(): Batch | undefined {
    if (!this.#has(8)) return undefined;
    const length = this.#rest.readInt32BE(0);
    if (length < 8 || length > 10_000) return { kind: 'terminate' };
    if (!this.#has(length)) return undefined;
    const code = this.#take(length).readInt32BE(4);
    if (code === SSL_REQUEST || code === GSS_REQUEST) return { kind: 'refuse_tls' };
    if (code !== STARTUP) return { kind: 'terminate' };
    this.#started = true;
    return { kind: 'startup' };
  }

  #message(): Batch | undefined {
    while (this.#has(this.#scanned + 5)) {
      const length = this.#rest.readInt32BE(this.#scanned + 1);
      if (length < 4 || length > LONGEST) return { kind: 'terminate' };
      const end = this.#scanned + 1 + length;
      if (!this.#has(end)) return undefined;
      const type = String.fromCharCode(this.#rest[this.#scanned] ?? 0);
      this.#scanned = end;
      if (type === 'X') return { kind: 'terminate' };
      if (type === 'S' || type === 'Q') return { kind: 'batch', bytes: this.#take(end) };
    }
    return undefined;
  }

  // Remembers how much must have come before looking again: a large message arrives in many pieces.
  #has(length: number): boolean {
    this.#needed = length;
    return this.#rest.length >= length;
  }

  #take(length: number): Buffer {
    const taken = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    this.#scanned = 0;
    return taken;
  }
}

/**
 * Puts `scope` before the names of prepared statements, so that sessions which share the one connection
 * may each use the same name. Adds the names that the batch prepares to `prepared`.
 */
export function scopeNames(batch: Buffer, scope: string, prepared: Set<string>): Buffer {
  const parts: Buffer[] = [];
  let copied = 0;
  for (let at = 0; at < batch.length; at += 1 + batch.readInt32BE(at + 1)) {
    const name = nameAt(batch, at);
    if (name === undefined || batch[name] === 0) continue;
    if (batch[at] === PARSE) prepared.add(scope + batch.toString('utf8', name, batch.indexOf(0, name)));
    const length = Buffer.alloc(4);
    length.writeInt32BE(batch.readInt32BE(at + 1) + Buffer.byteLength(scope));
    parts.push(batch.subarray(copied, at + 1), length, batch.subarray(at + 5, name), Buffer.from(scope));
    copied = name;
  }
  return copied === 0 ? batch : Buffer.concat([...parts, batch.subarray(copied)]);
}

const [PARSE, BIND, DESCRIBE, CLOSE, STATEMENT] = [0x50, 0x42, 0x44, 0x43, 0x53];

/** Where the message at `at` names a prepared statement; undefined when it is of another kind. */
function nameAt(batch: Buffer, at: number): number | undefined {
  const body = at + 5;
  if (batch[at] === PARSE) return body;
  if (batch[at] === BIND) return batch.indexOf(0, body) + 1;
  const ofStatement = (batch[at] === DESCRIBE || batch[at] === CLOSE) && batch[body] === STATEMENT;
  return ofStatement ? body + 1 : undefined;
}

/** Forgets prepared statements; those that are unknown do no harm. */
export function closeMessages(names: Iterable<string>): Buffer {
  const closes = [...names].map((name) => message('C', `S${name}\0`));
  return Buffer.concat([...closes, message('S', '')]);
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
  return message('Q', `${sql}\0`);
}

function message(type: string, body: string): Buffer {
  const text = Buffer.from(body);
  const head = Buffer.alloc(5);
  head.write(type, 0);
  head.writeInt32BE(4 + text.length, 1);
  return Buffer.concat([head, text]);
}

/** True when a reply ends in ReadyForQuery inside a transaction block (open or failed). */
export function inTransaction(reply: Uint8Array): boolean {
  const status = reply[reply.length - 1];
  const isReady = reply[reply.length - 6] === 0x5a;
  return isReady && status !== 0x49;
}
