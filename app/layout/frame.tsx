import { type ComponentProps, type ComponentType, lazy, type ReactNode, Suspense } from "react";
import { Link, useMatches } from "react-router";
import type { LoadingText } from "#app/route-handle.ts";
import type { SessionBar as Bar } from "#app/session/session-bar.tsx";
import signe from "#app/ui/drawings/signe.svg";
import type { Announcement } from "#domain/announcement.ts";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";

const load = () => import("#app/session/session-bar.tsx");

/** A separate bundle: only signed-in users download the session bar. */
const SessionBar: ComponentType<ComponentProps<typeof Bar>> = import.meta.env.SSR
  ? (await load()).SessionBar
  : lazy(() =>
      load().then(
        ({ SessionBar }) => ({ default: SessionBar as ComponentType<ComponentProps<typeof Bar>> }),
        () => ({ default: () => null }),
      ),
    );

type Props = {
  night: boolean;
  /** Undefined if the root loader failed. */
  data:
    | { account: ComponentProps<typeof Bar> | null; footer: Omit<ComponentProps<typeof Footer>, "night" | "editable"> }
    | undefined;
  children: ReactNode;
};

export function RootPageFrame({ night, data, children }: Props) {
  return (
    <>
      <a className="skip-link" href="#contenu">
        Aller au contenu
      </a>
      <AnnouncementBar />
      {data?.account && (
        <Suspense>
          <SessionBar {...data.account} />
        </Suspense>
      )}
      <Header />
      {children}
      <Footer night={night} editable={Boolean(data?.account)} {...data?.footer} />
    </>
  );
}

function AnnouncementBar() {
  const page = useMatches().at(-1)?.loaderData as { announcement?: Announcement | null } | null;
  const announcement = page?.announcement;
  if (!announcement) return null;
  const { text, link, until } = announcement;
  return (
    <aside aria-label="Annonce" data-until={until}>
      <p className="page-frame">{link ? <Link to={link}>{text}</Link> : text}</p>
    </aside>
  );
}

export const PendingPage = ({ text }: { text: LoadingText }) => (
  <main id="contenu">
    <div className="page-frame">
      <div className="loading" role="status">
        <img src={signe} width="64" height="64" alt="" />
        <p lang={text === "Loading..." ? "en" : undefined}>{text}</p>
      </div>
    </div>
  </main>
);
