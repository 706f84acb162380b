import { redirect } from "react-router";

/** https://www.w3.org/TR/change-password-url/: where password managers send their user. */
export const loader = () => redirect("/mot-de-passe", 303);
