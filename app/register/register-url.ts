import { type ListQuery, listUrl } from "#app/ui/list/list-query.ts";
import { MEMBER_FILTERS } from "#domain/register/member.ts";

export const registerListUrl = (query: ListQuery): string => listUrl("/registre", query, MEMBER_FILTERS[0]);
