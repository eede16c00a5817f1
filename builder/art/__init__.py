"""Pictures and chart pages of a game: faces, markers, badges, the map, charts. Begin at `images.images_for`."""
