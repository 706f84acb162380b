import { WrappingText } from "./breakable.tsx";

type Section = { readonly title: string; readonly items: readonly (readonly (readonly [string, string])[])[] };

export const PersonSections = ({ sections }: { sections: readonly Section[] }) =>
  sections.map(({ title, items }) => (
    <section key={title} aria-label={title}>
      <h2>{title}</h2>
      {items.map((item, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
        <dl key={i} className="member__details">
          {item.map(([label, value], n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
            <Row key={n} label={label} value={value} />
          ))}
        </dl>
      ))}
    </section>
  ));

const Row = ({ label, value }: { label: string; value: string }) => (
  <>
    <dt>{label}</dt>
    <dd className="member__note">
      <WrappingText text={value} isAddress={label === "Adresse"} />
    </dd>
  </>
);
