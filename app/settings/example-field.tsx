import { type ComponentProps, useState } from "react";
import { Field } from "#app/ui/form/field.tsx";
import { type ExampleSetting, isExample } from "#domain/settings/example-settings.ts";

type Props = Omit<ComponentProps<typeof Field>, "name" | "defaultValue"> & {
  name: ExampleSetting;
  defaultValue: string | undefined;
};

/** A setting that a first start fills with an example, and that says so for as long as it holds one. */
export function ExampleField({ name, defaultValue, ...field }: Props) {
  const [example, setExample] = useState(isExample(name, defaultValue ?? ""));
  return (
    <Field
      {...field}
      name={name}
      defaultValue={defaultValue}
      hint={example ? <b className="example">Exemple, à remplacer</b> : field.hint}
      onChange={(event) => setExample(isExample(name, event.currentTarget.value))}
    />
  );
}
