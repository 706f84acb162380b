/** What the journey needs of a browser. Scripts are sources of functions, because they run in the browser. */
export type Driver = {
  open: (url: string) => Promise<void>;
  /** Calls a function in the page. @param source for example `(a) => a + 1` */
  run: <T>(source: string, ...args: readonly (string | number)[]) => Promise<T>;
  /** Calls a function that returns an element, and clicks it. @returns false if it returned none */
  click: (source: string, ...args: readonly string[]) => Promise<boolean>;
  /** Types into the element, after what it contains; into a file input, the path of a file. */
  type: (text: string, source: string, ...args: readonly string[]) => Promise<boolean>;
  close: () => Promise<void>;
};
