import { LINK_OPEN_DAYS } from "#domain/consent-form.ts";

/** What a minor takes home. A link to a file: no page of the site, so the browser follows it by itself. */
export const MinorPaper = ({ address }: { address: string }) => (
  <>
    <p>
      Il reste un papier à signer avec votre représentant légal et à nous rapporter. Le voici, rempli à votre nom&nbsp;;
      le lien s’ouvre pendant {LINK_OPEN_DAYS} jours.
    </p>
    <a className="btn btn--neige" href={address} download="autorisation-parentale.pdf">
      Autorisation parentale (PDF)
    </a>
  </>
);
