import type { ComponentPropsWithoutRef } from "react";
import { Form } from "react-router";

type Props = {
  /** Address of the list, which is shown again afterwards. */
  here: string;
  id: string;
  /** What is done to the entry. */
  intention: string;
} & Omit<ComponentPropsWithoutRef<"button">, "type" | "name" | "value" | "id">;

/** A button that does one thing to one entry of a list; works without JavaScript. */
export const ActionButton = ({ here, id, intention, ...button }: Props) => (
  <Form method="post" action={here} preventScrollReset>
    <input type="hidden" name="id" value={id} />
    <button type="submit" name="intention" value={intention} {...button} />
  </Form>
);
