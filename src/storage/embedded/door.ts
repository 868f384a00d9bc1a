// PGlite has one connection. The door lets many sessions share it: one transaction at a time, first come,
// first served. A session is a duplex stream of wire protocol, so that the `pg` driver (in this process,
// or in another one through the socket) sees an ordinary server.
import { Duplex } from 'node:stream';
import type { Engine } from './engine.ts';
import { closeMessages, Framer, inTransaction, queryMessage, scopeNames, startupMessage } from './wire.ts';

// A session that holds the door in an open transaction and sends nothing is put out after this long:
// everybody else waits behind it.
const IDLE_IN_TRANSACTION_MS = 60_000;

type Turn = { session: Session; bytes: Buffer };

export type DoorOptions = { idleMs?: number };

export class Door {
  readonly #engine: Engine;
  readonly #idleMs: number;
  readonly #sessions = new Set<Session>();
  #waiting: Turn[] = [];
  #holder: Session | undefined;
  #idle: NodeJS.Timeout | undefined;
  #busy = false;
  #greeting: Promise<Uint8Array> | undefined;
  #opened = 0;

  constructor(engine: Engine, { idleMs = IDLE_IN_TRANSACTION_MS }: DoorOptions = {}) {
    this.#engine = engine;
    this.#idleMs = idleMs;
    engine.onLost = (error) => this.#lose(error);
  }

  /** A new session: a stream to hand to `pg` or to pipe a socket through. */
  session(): Session {
    this.#opened += 1;
    const session = new Session(this, `${this.#opened}:`);
    this.#sessions.add(session);
    return session;
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

  /** Forgets a session that ended: what it still asked for, its open transaction, its prepared statements. */
  leave(session: Session): void {
    if (!this.#sessions.delete(session)) return;
    clearTimeout(this.#holder === session ? this.#idle : undefined);
    this.#waiting = this.#waiting.filter((turn) => turn.session !== session);
    if (!session.used) return;
    // First in line, yet after a batch of this session that is under way and may open a transaction.
    this.#waiting.unshift({ session, bytes: queryMessage('ROLLBACK') });
    if (session.names.size > 0) this.#waiting.push({ session, bytes: closeMessages(session.names) });
    void this.#work();
  }

  /** The worker is gone, and with it whatever sessions had open: each of them ends, as after a server's crash. */
  #lose(error: Error): void {
    const sessions = [...this.#sessions];
    this.#sessions.clear();
    this.#waiting = [];
    this.#holder = undefined;
    this.#greeting = undefined;
    clearTimeout(this.#idle);
    for (const session of sessions) session.destroy(session.used ? error : undefined);
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
      if (this.#holder && !session.destroyed) this.#idle = this.#putOutLater(session);
      session.reply(reply);
    } catch (error) {
      session.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #putOutLater(session: Session): NodeJS.Timeout {
    return setTimeout(() => session.destroy(), this.#idleMs).unref();
  }
}

/** One client's conversation with the embedded database. */
export class Session extends Duplex {
  /** Names of the statements that this session prepared, as the database knows them. */
  readonly names = new Set<string>();
  used = false;
  readonly #door: Door;
  readonly #scope: string;
  readonly #framer = new Framer();

  constructor(door: Door, scope: string) {
    super();
    this.#door = door;
    this.#scope = scope;
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    for (const batch of this.#framer.push(Buffer.from(chunk))) {
      if (batch.kind === 'batch') this.#submit(batch.bytes);
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

  #submit(bytes: Buffer): void {
    if (this.destroyed) return;
    this.used = true;
    this.#door.submit({ session: this, bytes: scopeNames(bytes, this.#scope, this.names) });
  }

  #greet(): void {
    this.#door.greeting().then(
      (bytes) => this.reply(bytes),
      (error) => this.destroy(error),
    );
  }
}
