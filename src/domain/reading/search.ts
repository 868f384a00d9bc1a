// Search in what stands in the order of the text: answers have thousands of blocks and names.

/** How many items a sorted list begins with of which something holds; it holds of none after the first without it. */
export function countWhile<T>(sorted: ArrayLike<T>, holds: (item: T) => boolean): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(sorted[middle] as T)) low = middle + 1;
    else high = middle;
  }
  return low;
}
