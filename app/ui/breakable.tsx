import { Fragment } from "react";

type Props = {
  text: string;
  /** A street and a town on one line. If they do not fit into one line, the line breaks at a comma. */
  isAddress?: boolean;
};

/** A text that may be longer than its line. E-mail addresses break after `@` and dots. */
export const WrappingText = ({ text, isAddress = false }: Props) => (
  <bdi>{isAddress ? text.split(", ").map(addressPart) : wordsOf(text)}</bdi>
);

const addressPart = (part: string, i: number, { length }: readonly string[]) => (
  <Fragment key={i}>
    {i > 0 && " "}
    <span className="address-part">{i < length - 1 ? `${part},` : part}</span>
  </Fragment>
);

/** Length in characters above which an e-mail address may not fit into a line. */
const LONG = 22;

const wordsOf = (text: string) =>
  text.includes("@") && text.length > LONG
    ? (text.match(/\S+|\s+/g) ?? []).map((word, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change
        <Fragment key={i}>{word.includes("@") && word.length > LONG ? emailParts(word) : word}</Fragment>
      ))
    : text;

const emailParts = (email: string) =>
  (email.match(/[^@.]*[@.]|[^@.]+/g) ?? []).map((part, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change
    <Fragment key={i}>
      {i > 0 && <wbr />}
      {part}
    </Fragment>
  ));
