/** Matches an identifier that is safe in a path and in a URL. */
export const IDENTIFIER = /^[\p{L}\p{M}\p{N}'’-][\p{L}\p{M}\p{N}'’ -]{0,199}$/u;
