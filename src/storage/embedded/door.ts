// PGlite has one connection. The door lets many sessions share it: one transaction at a time, first come,
// first served. A session is a duplex stream of wire protocol, so that the `pg` driver (in this process,
// or in another one through the socket) sees an ordinary server.
import { Duplex } from 'node:stream';
import type { Engine } from './engine.ts';
import { Framer, inTransaction, queryMessage, startupMessage } from './wire.ts';

// A session that holds the door in an open transaction and sends nothing is put out after this long:
// everybody else waits behind it.
const IDLE_IN_TRANSACTION_MS = 60_000;

type Turn = { session: Session; bytes: Buffer };

export class Door {
  readonly #engine: Engine;
  readonly #waiting: Turn[] = [];
  #holder: Session | undefined;
  #idle: NodeJS.Timeout | undefined;
  #busy = false;
  #greeting: Promise<Uint8Array> | undefined;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** A new session: a stream to hand to `pg` or to pipe a socket through. */
  session(): Session {
    return new Session(this);
  }

  /** What the database answers to a session's first message; asked once. */
  greeting(): Promise<Uint8Array> {
    this.#greeting ??= this.#engine.send(startupMessage()).catch((error) => {
      this.#greeting = undefined;
      throw error;
    });
    return this.#greeting;
  }

  submit(turn: Turn): void {
    this.#waiting.push(turn);
    void this.#work();
  }

  /** Forgets a session that ended; rolls back what it left open. */
  leave(session: Session): void {
    if (this.#holder !== session) return;
    clearTimeout(this.#idle);
    this.#waiting.unshift({ session, bytes: queryMessage('ROLLBACK') });
    void this.#work();
  }

  async #work(): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    for (let turn = this.#next(); turn; turn = this.#next()) await this.#serve(turn);
    this.#busy = false;
  }

  #next(): Turn | undefined {
    const holder = this.#holder;
    if (!holder) return this.#waiting.shift();
    const at = this.#waiting.findIndex((turn) => turn.session === holder);
    return at < 0 ? undefined : this.#waiting.splice(at, 1)[0];
  }

  async #serve({ session, bytes }: Turn): Promise<void> {
    clearTimeout(this.#idle);
    try {
      await this.greeting();
      const reply = await this.#engine.send(bytes);
      this.#holder = inTransaction(reply) ? session : undefined;
      if (this.#holder) this.#idle = setTimeout(() => session.destroy(), IDLE_IN_TRANSACTION_MS).unref();
      session.reply(reply);
    } catch (error) {
      this.#holder = undefined;
      this.#greeting = undefined;
      session.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  }
}

/** One client's conversation with the embedded database. */
export class Session extends Duplex {
  readonly #door: Door;
  readonly #framer = new Framer();

  constructor(door: Door) {
    super();
    this.#door = door;
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    for (const batch of this.#framer.push(Buffer.from(chunk))) {
      if (batch.kind === 'batch') this.#door.submit({ session: this, bytes: batch.bytes });
      else if (batch.kind === 'refuse_tls') this.push('N');
      else if (batch.kind === 'startup') this.#greet();
      else this.destroy();
    }
    done();
  }

  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error) => void): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), 'binary' as BufferEncoding, done);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#door.leave(this);
    done(error);
  }

  override _final(done: () => void): void {
    done();
    this.destroy();
  }

  reply(bytes: Uint8Array): void {
    if (!this.destroyed) this.push(bytes);
  }

  // The rest is what `pg` expects of a socket.
  connect(): this {
    process.nextTick(() => this.emit('connect'));
    return this;
  }
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }

  #greet(): void {
    this.#door.greeting().then(
      (bytes) => this.reply(bytes),
      (error) => this.destroy(error),
    );
  }
}
