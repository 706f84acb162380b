/** @returns what an entry of the recycle bin is called: 128 random bits, safe in a URL */
export const newBinKey = (): string => crypto.randomUUID().replaceAll("-", "");
