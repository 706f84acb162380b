import type { ReactNode } from "react";

/**
 * The button of a long form, in sight wherever the page is scrolled. Its parent must be a block, not a grid: a sticky
 * item of a grid stays in its own row.
 */
export const FormBar = ({ children }: { children: ReactNode }) => <div className="form-bar row">{children}</div>;
