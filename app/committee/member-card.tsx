import type { ReactNode } from "react";
import noPhoto from "#app/committee/drawings/membre-sans-photo.svg";
import { PrintFrame } from "#app/ui/pictures/print-frame.tsx";
import { type DisplayedPicture, ResponsiveImage } from "#app/ui/pictures/responsive-image.tsx";
import { type CommitteeMember, committeeMemberFullName, shownRole } from "#domain/committee-member.ts";
import { rankOfRole } from "#domain/member-role.ts";
import { withPreposition } from "#domain/text/elision.ts";

export type CommitteeMemberCardSize = "alone" | "pair" | "third" | "large" | "small";

/** Width of a portrait on desktops, tablets and phones. */
const WIDTHS = {
  alone: ["37vw", "37vw", "92vw"],
  pair: ["44vw", "45vw", "92vw"],
  third: ["30vw", "30vw", "92vw"],
  large: ["30vw", "30vw", "45vw"],
  small: ["22vw", "30vw", "45vw"],
} as const satisfies Record<CommitteeMemberCardSize, readonly string[]>;

function imageSizes(size: CommitteeMemberCardSize, compact: boolean) {
  const [desktop, tablet, phone] = WIDTHS[size];
  return `(min-width: 60rem) ${desktop}, (min-width: 34rem) ${tablet}, ${compact ? "7rem" : phone}`;
}

function leaderSize(leaders: number): CommitteeMemberCardSize {
  if (leaders === 1) return "alone";
  return leaders % 2 === 0 ? "pair" : "third";
}

/**
 * Below the leaders, a row has three `large` or four `small` cards.
 * @param members leaders first
 */
export function committeeMemberCardSizes(members: readonly { role: string }[]): CommitteeMemberCardSize[] {
  const leaders = members.filter(({ role }) => rankOfRole(role) === 1).length;
  const rest = members.length - leaders;
  const largeCount = rest < 4 || rest === 5 ? rest : 3 * ((4 - (rest % 4)) % 4);
  return members.map((_, i) => (i < leaders ? leaderSize(leaders) : i < leaders + largeCount ? "large" : "small"));
}

/** Word widths, in letters, for which committee.css has a font size. Longer words use the last size. */
const WORD_SIZES = [8, 11, 14, 17, 21];

/** In letters. A capital, an m or a w counts as 1.5. The capital at the start counts as 1. */
const wordWidth = (word: string) => word.length + 0.5 * (word.match(/[\p{Lu}mw]/gu)?.length ?? 0) - 0.5;

/** @returns the smallest entry of `WORD_SIZES` that fits every word. Words end at a space or after a hyphen */
export function nameFontSize(names: readonly string[]): number {
  // A name may have more words than one call of `Math.max` accepts.
  let longest = 0;
  for (const word of names.flatMap((name) => name.split(/\s|(?<=-)/))) longest = Math.max(longest, wordWidth(word));
  return WORD_SIZES.find((letters) => longest <= letters) ?? 21;
}

const CLASSES = {
  alone: "membre membre--head membre--alone",
  pair: "membre membre--head membre--pair",
  third: "membre membre--head membre--third",
  large: "membre membre--large",
  small: "membre",
} as const satisfies Record<CommitteeMemberCardSize, string>;

/** Members of the older Firebase site may have no name. */
export const committeeMemberCardName = (member: Pick<CommitteeMember, "firstName" | "lastName">) =>
  committeeMemberFullName(member) || "Sans nom";

type Props = {
  member: CommitteeMember;
  photo: DisplayedPicture | null;
  size: CommitteeMemberCardSize;
  /** Result of `nameFontSize`. All leaders have the same value, so that their names are equally large. */
  letters: number;
  lazy: boolean;
  children?: ReactNode;
};

export function CommitteeMemberCard({ member, photo, size, letters, lazy, children }: Props) {
  const { id } = member;
  const name = committeeMemberCardName(member);
  const role = shownRole(member);
  return (
    <li
      className={CLASSES[size]}
      id={id}
      // After a save, the URL's fragment is the id of this card: the browser focuses the card.
      tabIndex={children ? -1 : undefined}
    >
      <PrintFrame>
        {photo ? (
          <ResponsiveImage
            image={photo}
            sizes={imageSizes(size, Boolean(children))}
            alt={`Portrait ${withPreposition(name)}`}
            lazy={lazy}
            lowPriority
          />
        ) : (
          <img loading={lazy ? "lazy" : undefined} src={noPhoto} width="400" height="480" alt="" />
        )}
      </PrintFrame>
      <div className="membre__text">
        <h2 className={`membre__name letters-${letters}`}>{name}</h2>
        {role && <p className="membre__post">{role}</p>}
        {children && <div className="evenement__actions">{children}</div>}
      </div>
    </li>
  );
}
