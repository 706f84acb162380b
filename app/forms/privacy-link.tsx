import { Link } from "react-router";

/** Below a form: where one reads what becomes of what is typed into it. */
export const PrivacyLink = () => (
  <p className="field__hint full">
    Ce que nous faisons de ces données&nbsp;: <Link to="/confidentialite">protection des données</Link>.
  </p>
);
