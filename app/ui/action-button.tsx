import type { ComponentPropsWithoutRef } from "react";
import { Form } from "react-router";

type Props = {
  /** Path of the list, which is shown again afterwards. */
  listPath: string;
  id: string;
  intention: string;
} & Omit<ComponentPropsWithoutRef<"button">, "type" | "name" | "value" | "id">;

/** A one-button form that acts on an entry of a list. */
export const ActionButton = ({ listPath, id, intention, ...button }: Props) => (
  <Form method="post" action={listPath} preventScrollReset>
    <input type="hidden" name="id" value={id} />
    <button type="submit" name="intention" value={intention} {...button} />
  </Form>
);
