import { Link } from "react-router";

type Props = {
  /** Payments of the bank that need a decision. */
  payments?: number;
  /** Proposals of members. */
  proposals: number;
};

/** « À vérifier : 2 paiements, 1 proposition », with a link to each list. Nothing if both are empty. */
export function ToVerify({ payments = 0, proposals }: Props) {
  const lists = [
    { to: "/cotisations/banque", count: payments, word: "paiement" },
    { to: "/registre/a-verifier", count: proposals, word: "proposition" },
  ].filter(({ count }) => count > 0);
  if (lists.length === 0) return null;
  return (
    <>
      À vérifier&nbsp;:{" "}
      {lists.map(({ to, count, word }) => (
        <Link key={to} to={to}>
          {count} {word}
          {count > 1 && "s"}
        </Link>
      ))}
    </>
  );
}
