import { ASSOCIATION } from "#domain/dossier/task.ts";
import { dossierUrl } from "./event-url.ts";

export const HANDOVER_URL = "/passer-la-main";

/** Takes the forms of « C’est où, qui sait ? », whose list is part of the dossier of the association. */
export const HANDOVER_ITEMS_URL = `${dossierUrl(ASSOCIATION)}/lignes`;

/** HTML id of the list in the dossier. */
export const HANDOVER_ITEMS_ID = "qui-sait";

export const handoverItemUrl = (id: string): string => `${HANDOVER_ITEMS_URL}/${encodeURIComponent(id)}`;

/** Query parameter of the form of a new item: « Quoi ». */
export const WHAT_PARAM = "quoi";

export const newHandoverItemUrl = (what = ""): string =>
  `${HANDOVER_ITEMS_URL}/ajouter${what && `?${new URLSearchParams({ [WHAT_PARAM]: what })}`}`;
