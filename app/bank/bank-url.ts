import { pageUrl } from "#app/ui/list/list-query.ts";

export const bankUrl = (page = 1): string => pageUrl("/cotisations/banque", page);
