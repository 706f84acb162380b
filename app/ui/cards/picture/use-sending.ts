import { useEffect, useRef } from "react";
import { useNavigation } from "react-router";

/** @returns whether a form is on its way, and what keeps a second tap on its button from sending it twice */
export function useSending() {
  const { state, formMethod } = useNavigation();
  const pending = state !== "idle" && formMethod === "POST";
  const sent = useRef(false);
  useEffect(() => {
    sent.current = pending;
  }, [pending]);
  function holdBack(): boolean {
    const again = sent.current;
    sent.current = true;
    return again;
  }
  return { pending, holdBack };
}
