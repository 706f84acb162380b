import type { ComponentPropsWithoutRef } from "react";
import { Form } from "react-router";

type Props = {
  /** URL of the list, which is shown again after the action. */
  action: string;
  /** Id of the entry; absent for an action on several entries. */
  id?: string;
  intention: string;
} & Omit<ComponentPropsWithoutRef<"button">, "type" | "name" | "value" | "id">;

export const ActionButton = ({ action, id, intention, ...button }: Props) => (
  <Form method="post" action={action} preventScrollReset>
    {id !== undefined && <input type="hidden" name="id" value={id} />}
    <button type="submit" name="intention" value={intention} {...button} />
  </Form>
);
