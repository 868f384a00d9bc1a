// A vendor's responses as they are stored: gzip of JSON, headers and all.
import { gunzipSync, gzipSync } from 'node:zlib';

/** One response. Header names are lower-case. */
export type Exchange = {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** Why the body is not whole. */
  cut?: { kind: 'timeout' | 'network' | 'bad_response'; message: string };
};

/** Responses as bytes to store. */
export function packExchanges(exchanges: readonly Exchange[]): Buffer {
  return gzipSync(JSON.stringify(exchanges));
}

/** Stored responses, in order. */
export function unpackExchanges(packed: Buffer): Exchange[] {
  return JSON.parse(gunzipSync(packed).toString('utf8'));
}
