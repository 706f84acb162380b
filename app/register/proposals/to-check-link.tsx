import { Link } from "react-router";

/** Leads to what members have proposed; nothing without proposals. */
export const ToCheckLink = ({ count }: { count: number }) =>
  count === 0 ? null : (
    <Link className="strong-link" to="/registre/a-verifier">
      À vérifier ({count})
    </Link>
  );
