import type { ComponentProps, ReactNode } from "react";
import type { PendingText } from "#app/route-handle.ts";
import { SessionBar } from "#app/session/session-bar.tsx";
import signe from "#app/ui/drawings/signe.svg";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";

type Props = {
  night: boolean;
  /** The root loader's data; undefined when the loader failed. */
  data:
    | { account: ComponentProps<typeof SessionBar> | null; footer: Omit<ComponentProps<typeof Footer>, "night"> }
    | undefined;
  children: ReactNode;
};

export function PageFrame({ night, data, children }: Props) {
  return (
    <>
      <a className="skip-link" href="#contenu">
        Aller au contenu
      </a>
      {data?.account && <SessionBar {...data.account} />}
      <Header />
      {children}
      <Footer night={night} {...data?.footer} />
    </>
  );
}

/** Shown while a page loads during a client-side navigation (docs/specification.md section 2). */
export const PendingPage = ({ text }: { text: PendingText }) => (
  <main id="contenu">
    <div className="page-frame">
      <div className="loading" role="status">
        <img src={signe} width="64" height="64" alt="" />
        <p lang={text === "Loading..." ? "en" : undefined}>{text}</p>
      </div>
    </div>
  </main>
);
