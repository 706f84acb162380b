import type { ReactNode } from "react";
import sansPhoto from "#app/committee/drawings/membre-sans-photo.svg";
import { PrintFrame } from "#app/ui/pictures/print-frame.tsx";
import { type Image, ResponsiveImage } from "#app/ui/pictures/responsive-image.tsx";
import { type CommitteeMember, fullName, rankOfRole } from "#domain/committee-member.ts";
import { ofName } from "#domain/text/elision.ts";

export type MemberCardSize = "alone" | "pair" | "third" | "large" | "small";

/** Widths on a desktop, a tablet and a phone. */
const WIDTHS = {
  alone: ["37vw", "37vw", "92vw"],
  pair: ["44vw", "45vw", "92vw"],
  third: ["30vw", "30vw", "92vw"],
  large: ["30vw", "30vw", "45vw"],
  small: ["22vw", "30vw", "45vw"],
} as const satisfies Record<MemberCardSize, readonly string[]>;

function sizes(format: MemberCardSize, compact: boolean) {
  const [desktop, tablet, phone] = WIDTHS[format];
  return `(min-width: 60rem) ${desktop}, (min-width: 34rem) ${tablet}, ${compact ? "7rem" : phone}`;
}

/** How co-presidents hang: all of them as large as each other, whatever their number. */
function headFormat(heads: number): MemberCardSize {
  if (heads === 1) return "alone";
  return heads % 2 === 0 ? "pair" : "third";
}

/**
 * How large each portrait hangs: co-presidents as heads of the page, then rows of three and rows of four
 * in the mix that leaves no gap. Up to three people are one row of three; five are three and two.
 * @param members in the order of the page
 */
export function formats(members: readonly { role: string }[]): MemberCardSize[] {
  const leaders = members.filter(({ role }) => rankOfRole(role) === 1).length;
  const rest = members.length - leaders;
  const largeCount = rest < 4 || rest === 5 ? rest : 3 * ((4 - (rest % 4)) % 4);
  return members.map((_, i) => (i < leaders ? headFormat(leaders) : i < leaders + largeCount ? "large" : "small"));
}

/** Letters of a word for which committee.css has a size; the last one serves whatever is longer. */
const WORD_SIZES = [8, 11, 14, 17, 21];

/** A capital, an m and a w are about half as wide again as another letter. */
const wordWidth = (word: string) => word.length + 0.5 * (word.match(/[\p{Lu}mw]/gu)?.length ?? 0) - 0.5;

/** @returns the size for names of which no word may be broken; lines end at spaces and behind hyphens */
export function longestWordLength(names: readonly string[]): number {
  const longest = Math.max(...names.flatMap((name) => name.split(/\s|(?<=-)/)).map(wordWidth));
  return WORD_SIZES.find((letters) => longest <= letters) ?? 21;
}

const CLASSES = {
  alone: "membre membre--head membre--alone",
  pair: "membre membre--head membre--pair",
  third: "membre membre--head membre--third",
  large: "membre membre--large",
  small: "membre",
} as const satisfies Record<MemberCardSize, string>;

/** What stands for the name that an older site left out; only the committee sees such a document. */
export const shownName = (member: Pick<CommitteeMember, "firstName" | "lastName">) => fullName(member) || "Sans nom";

type Props = {
  member: CommitteeMember;
  /** Null: the empty frame. */
  photo: Image | null;
  format: MemberCardSize;
  /** What `wordSize` says of this name, or of all co-presidents' names. */
  letters: number;
  lazy: boolean;
  /** Buttons of somebody who is signed in; phones then show a compact row (card-buttons.css). */
  children?: ReactNode;
};

/** One member of the committee, as an item of the list. */
export function MemberCard({ member, photo, format, letters, lazy, children }: Props) {
  const { id, role } = member;
  const name = shownName(member);
  return (
    <li
      className={CLASSES[format]}
      id={id}
      // Whoever has just created it is led here.
      tabIndex={children ? -1 : undefined}
    >
      <PrintFrame>
        {photo ? (
          <ResponsiveImage
            image={photo}
            sizes={sizes(format, Boolean(children))}
            alt={`Portrait ${ofName(name)}`}
            lazy={lazy}
            lowPriority
          />
        ) : (
          <img loading={lazy ? "lazy" : undefined} src={sansPhoto} width="400" height="480" alt="" />
        )}
      </PrintFrame>
      <div className="membre__text">
        <h2 className={`membre__name letters-${letters}`}>{name}</h2>
        {role.trim() && <p className="membre__post">{role}</p>}
        {children && <div className="evenement__actions">{children}</div>}
      </div>
    </li>
  );
}
