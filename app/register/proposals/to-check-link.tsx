import { Link } from "react-router";

/** Leads to what members have proposed. */
export const ToCheckLink = ({ count }: { count: number }) => (
  <Link to="/registre/a-verifier">À vérifier ({count})</Link>
);
