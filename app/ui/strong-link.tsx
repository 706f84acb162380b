import { Link, type LinkProps } from "react-router";

export const StrongLink = (props: LinkProps) => <Link className="strong-link" {...props} />;
