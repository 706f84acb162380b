/** Repeats a transaction on up to `size` documents until none are left. @returns how many it found in total */
export async function inBatches(size: number, transaction: () => Promise<number>): Promise<number> {
  for (let total = 0; ; ) {
    const count = await transaction();
    total += count;
    if (count < size) return total;
  }
}
