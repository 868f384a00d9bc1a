import { isAway } from '../storage/open.ts';
import { Failure } from './failure.ts';

/** Runs work on the database; one that is away is a 503, and the same request may succeed later. */
export async function awayIs503<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isAway(error) ? Failure.unavailable('The database is not available', error) : error;
  }
}
