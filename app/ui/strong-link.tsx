import { Link, type LinkProps } from "react-router";

/** An underlined link to another page of the site. */
export const StrongLink = (props: LinkProps) => <Link className="strong-link" {...props} />;
