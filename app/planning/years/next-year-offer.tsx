import { Form, useNavigation } from "react-router";

type Props = {
  /** The year that the planning shows. */
  shown: number;
  /** The one to show next. */
  year: number;
};

/** One tap to the next year, as soon as the last event of this one is over, or in December. */
export function NextYearOffer({ shown, year }: Props) {
  const busy = useNavigation().state !== "idle";
  return (
    <div className="page-frame">
      <Form className="announcement next-year-offer" method="post" action="/planning">
        <p>
          <b>{shown} touche à sa fin.</b> Ses affiches restent à leur adresse, parmi les autres années.
        </p>
        <input type="hidden" name="annee" value={year} />
        <button className="btn btn--small" type="submit" name="intention" value="next-year" disabled={busy}>
          Passer au planning {year}
        </button>
      </Form>
    </div>
  );
}
