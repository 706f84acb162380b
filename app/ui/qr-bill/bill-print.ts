import type { LinkDescriptor } from "react-router";
import billPrintCss from "./bill-print.css?url";

/** `links` of each route that prints a QR-bill. */
export const billPrintLinks = (): LinkDescriptor[] => [{ rel: "stylesheet", href: billPrintCss, media: "print" }];
