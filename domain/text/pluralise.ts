/** « 2 e-mails », « 1 e-mail », « 0 e-mail », with a no-break space. The plural of the noun must end with an s. */
export const pluralise = (number: number, noun: string): string => `${number}\u00a0${noun}${number > 1 ? "s" : ""}`;
