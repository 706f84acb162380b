import type { ComponentProps, ReactNode } from "react";
import { SessionBar } from "#app/session/session-bar.tsx";
import signe from "#app/ui/drawings/signe.svg";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";

type Props = {
  night: boolean;
  /** What the root's loader read; undefined: it failed. */
  data:
    | { account: ComponentProps<typeof SessionBar> | null; footer: Omit<ComponentProps<typeof Footer>, "night"> }
    | undefined;
  children: ReactNode;
};

/** Header and footer around a page. */
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

/** The text shown while a page loads (docs/specification.md section 2); null for pages that need none. */
export function pendingText(path: string): ReactNode {
  if (/^\/(?:comite|evenement)\/(?:create|modify\/)/.test(path)) return <Pending text="Loading..." language="en" />;
  if (/^\/(?:reglages(?:\/historique)?|comptes|corbeille|journal|mot-de-passe|confirmer)$/.test(path))
    return <Pending text="Loading..." language="en" />;
  if (path === "/comite" || path === "/planning") return <Pending text="Chargement en cours..." />;
  return null;
}

function Pending({ text, language }: { text: string; language?: string }) {
  return (
    <main id="contenu">
      <div className="page-frame">
        <div className="loading" role="status">
          <img src={signe} width="64" height="64" alt="" />
          <p lang={language}>{text}</p>
        </div>
      </div>
    </main>
  );
}
