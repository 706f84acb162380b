import { type ComponentProps, useState } from "react";
import { type ChampDExemple, isExample } from "#domain/example-settings.ts";
import { Champ } from "./champ.tsx";

type Props = Omit<ComponentProps<typeof Champ>, "nom" | "defaultValue"> & {
  nom: ChampDExemple;
  defaultValue: string | undefined;
};

/** A setting that a first start fills with an example, and that says so for as long as it holds one. */
export function ExampleField({ nom, defaultValue, ...field }: Props) {
  const [example, setExample] = useState(isExample(nom, defaultValue ?? ""));
  return (
    <Champ
      {...field}
      nom={nom}
      defaultValue={defaultValue}
      aide={example ? <b className="exemple">Exemple, à remplacer</b> : field.aide}
      onChange={(event) => setExample(isExample(nom, event.currentTarget.value))}
    />
  );
}
