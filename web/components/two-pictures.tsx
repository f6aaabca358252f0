/** What two revisions look like: screenshots taken when they were rendered, or else the stored pages themselves. */
import { api } from '../api/call.ts'
import { useAsked } from '../asking.ts'
import { Answered } from './states.tsx'
import { Picture, StoredFrame } from './stored-frame.tsx'

interface TwoPicturesProps {
  readonly collection: string
  readonly url: string
  readonly before: number
  readonly after: number
}

export function TwoPictures({ collection, url, before, after }: TwoPicturesProps) {
  const asked = useAsked(`pictures ${collection} ${url} ${before} ${after}`, how =>
    Promise.all([before, after].map(revision => api.pageViews(collection, { url, revision }, how))),
  )
  return (
    <Answered asked={asked} what="pictures">
      {views => (
        <>
          {views.some(each => !each.picture) && <NoPicture />}
          <div class="grid is-views">
            {[before, after].map((revision, i) => (
              <figure key={revision}>
                <figcaption>{`${i === 0 ? 'Before' : 'After'}: revision ${revision}`}</figcaption>
                {views[i]?.picture ? (
                  <Picture {...{ collection, url, revision }} />
                ) : (
                  <StoredFrame
                    title={`Revision ${revision} as it is stored`}
                    {...{ collection, url, revision }}
                  />
                )}
              </figure>
            ))}
          </div>
        </>
      )}
    </Answered>
  )
}

/** Explains why there is no screenshot, and how to get one of each later revision. */
const NoPicture = () => (
  <p class="note">
    No browser took a picture, so the stored page is shown, without scripts and what it loads from elsewhere.
    With <code>{'render: {pages: always, pictures: page}'}</code> in the settings, a picture of each new
    revision is kept.
  </p>
)
