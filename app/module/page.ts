/**
 * The one script of every page, reading pages included: the header's canvas, and a menu that closes once
 * an entry is chosen (also when the browser later shows this page again from its back/forward cache); copying the
 * IBAN, changing the amount of a QR-bill in place, and sharing an event.
 */
import { copierAuClic } from "./copier.ts";
import { animerCrete } from "./crete.ts";
import { changerLeMontant } from "./montant.ts";
import { proposerPartage } from "./partage.ts";

const canvas = document.querySelector<HTMLCanvasElement>("[data-crete]");
if (canvas) animerCrete(canvas);

const menu = document.querySelector<HTMLElement>("#menu[popover]");
menu?.addEventListener("click", (evenement) => {
  if (evenement.target instanceof Element && evenement.target.closest("a") && menu.matches(":popover-open"))
    menu.hidePopover();
});

copierAuClic();
changerLeMontant();
proposerPartage();
