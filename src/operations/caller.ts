/** Who asks: a key or a signed-in member, reduced to what access depends on. */
export type Caller = {
  accountId: number;
  /** Set for a Brand-scoped key: the only brand it may touch. */
  brandId: number | null;
  /** The key that was used; null for the operator's own commands. */
  keyId: number | null;
};
