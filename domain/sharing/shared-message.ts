/**
 * What a share sheet gets. `url`: absolute. `text`: lines of plain text without the URL and without marks such as `*`,
 * which only some apps understand.
 */
export type SharedMessage = { readonly title: string; readonly text: string; readonly url: string };

/** The message as one text, for apps that take no URL of its own. */
export const messageWithLink = ({ text, url }: SharedMessage): string => `${text}\n${url}`;

/** A link that opens WhatsApp with a text. @param number in international form, without `+`; empty: WhatsApp asks for the chat */
export const whatsAppLink = (text: string, number = ""): string =>
  `https://wa.me/${number}?text=${encodeURIComponent(text)}`;
