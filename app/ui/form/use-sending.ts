import { useNavigation } from "react-router";

/** @returns whether a form is being sent, or the next page is being loaded */
export function useIsSending(): boolean {
  const { state, formMethod } = useNavigation();
  return state !== "idle" && formMethod === "POST";
}
