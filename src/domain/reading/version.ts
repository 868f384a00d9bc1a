/** Raised whenever the rules change, so that stored answers are read again. Apart, for the rules take long to load. */
export const READING_VERSION = 16;
